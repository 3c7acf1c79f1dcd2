// Pinocchio, where it is installed (CMake finds it): its recursions on a model made joint by joint.
#include "peers.h"

#if defined(ULNA_BENCH_PINOCCHIO)

#  include <string>
#  include <vector>

#  include <pinocchio/algorithm/aba.hpp>
#  include <pinocchio/algorithm/crba.hpp>
#  include <pinocchio/algorithm/rnea.hpp>
#  include <pinocchio/config.hpp>
#  include <pinocchio/multibody/data.hpp>
#  include <pinocchio/multibody/model.hpp>

namespace
{

struct State {
  Eigen::VectorXd q, qd, qdd, tau;
};

struct Pinocchio {
  pinocchio::Model model;
  pinocchio::Data data;
  std::vector<State> states;
  Eigen::VectorXd moved;
};

pinocchio::Inertia inertia_of(const peer_link &l)
{
  Eigen::Matrix3d I;
  I << l.inertia[0], l.inertia[3], l.inertia[4], l.inertia[3], l.inertia[1], l.inertia[5], l.inertia[4],
      l.inertia[5], l.inertia[2];
  return pinocchio::Inertia(l.mass, Eigen::Vector3d(l.com[0], l.com[1], l.com[2]), I);
}

void *create(const peer_arm *arm)
{
  Pinocchio *p = new Pinocchio;
  pinocchio::JointIndex parent = 0;
  for (int i = 0; i < arm->n; i++) {
    const peer_link &l = arm->link[i];
    Eigen::Matrix3d R;
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) R(a, b) = l.R[a][b];
    const pinocchio::SE3 place(R, Eigen::Vector3d(l.p[0], l.p[1], l.p[2]));
    const std::string name = "joint" + std::to_string(i);
    parent = l.prismatic ? p->model.addJoint(parent, pinocchio::JointModelPZ(), place, name)
                         : p->model.addJoint(parent, pinocchio::JointModelRZ(), place, name);
    p->model.appendBodyToJoint(parent, inertia_of(l), pinocchio::SE3::Identity());
  }
  p->model.gravity.linear(Eigen::Vector3d(arm->gravity[0], arm->gravity[1], arm->gravity[2]));
  p->data = pinocchio::Data(p->model);
  return p;
}

void destroy(void *peer) { delete static_cast<Pinocchio *>(peer); }

void take(void *peer, int count, const double q[], const double qd[], const double qdd[], const double tau[])
{
  Pinocchio &p = *static_cast<Pinocchio *>(peer);
  const Eigen::Index n = p.model.nv;
  const auto vector = [n](const double x[]) {
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(x, n));
  };
  p.states.clear();
  for (Eigen::Index s = 0; s < count; s++)
    p.states.push_back({vector(q + s * n), vector(qd + s * n), vector(qdd + s * n), vector(tau + s * n)});
  p.moved.resize(n);
}

double ask(void *peer, peer_question question, int state, const double *carried)
{
  Pinocchio &p = *static_cast<Pinocchio *>(peer);
  const State &x = p.states[std::size_t(state)];
  if (carried) p.moved = x.q.array() + *carried;
  const Eigen::VectorXd &q = carried ? p.moved : x.q;
  if (question == PEER_INVERSE_DYNAMICS) return pinocchio::rnea(p.model, p.data, q, x.qd, x.qdd)[0];
  if (question == PEER_FORWARD_DYNAMICS) return pinocchio::aba(p.model, p.data, q, x.qd, x.tau)[0];
  return pinocchio::crba(p.model, p.data, q)(0, 0);
}

void answer(void *peer, peer_question question, double out[])
{
  Pinocchio &p = *static_cast<Pinocchio *>(peer);
  const Eigen::Index n = p.model.nv;
  for (Eigen::Index i = 0; i < n; i++) {
    if (question == PEER_INVERSE_DYNAMICS) out[i] = p.data.tau[i];
    if (question == PEER_FORWARD_DYNAMICS) out[i] = p.data.ddq[i];
    for (Eigen::Index j = 0; j < n && question == PEER_MASS_MATRIX; j++)
      out[i * n + j] = i <= j ? p.data.M(i, j) : p.data.M(j, i);  // it fills the upper triangle
  }
}

}  // namespace

extern "C" const peer_library peer_pinocchio = {"Pinocchio " PINOCCHIO_VERSION,
                                                "as installed, its headers for this machine",
                                                {"rnea", "aba", "crba"},
                                                create,
                                                destroy,
                                                take,
                                                ask,
                                                answer};
#endif
