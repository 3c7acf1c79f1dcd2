// DART: articulated bodies on a skeleton.
#include "peers.h"

#include <string>
#include <vector>

#include <dart/config.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

namespace
{

struct State {
  Eigen::VectorXd q, qd, qdd, tau;
};

struct Dart {
  dart::dynamics::SkeletonPtr skeleton;
  std::vector<State> states;
  Eigen::VectorXd moved;
};

template <class Joint>
dart::dynamics::BodyNode *add(Dart &d, dart::dynamics::BodyNode *parent, const peer_link &l)
{
  typename Joint::Properties joint;
  const std::string number = std::to_string(d.skeleton->getNumBodyNodes());
  joint.mName = "joint" + number;
  joint.mAxis = Eigen::Vector3d::UnitZ();
  for (int i = 0; i < 3; i++) {
    joint.mT_ParentBodyToJoint.translation()[i] = l.p[i];
    for (int j = 0; j < 3; j++) joint.mT_ParentBodyToJoint.linear()(i, j) = l.R[i][j];
  }
  dart::dynamics::BodyNode::Properties body;
  body.mName = "link" + number;
  body.mInertia = dart::dynamics::Inertia(l.mass, Eigen::Vector3d(l.com[0], l.com[1], l.com[2]));
  body.mInertia.setMoment(l.inertia[0], l.inertia[1], l.inertia[2], l.inertia[3], l.inertia[4], l.inertia[5]);
  return d.skeleton->createJointAndBodyNodePair<Joint>(parent, joint, body).second;
}

void *create(const peer_arm *arm)
{
  Dart *d = new Dart;
  d->skeleton = dart::dynamics::Skeleton::create("arm");
  dart::dynamics::BodyNode *body = nullptr;
  for (int i = 0; i < arm->n; i++) {
    const peer_link &l = arm->link[i];
    body = l.prismatic ? add<dart::dynamics::PrismaticJoint>(*d, body, l)
                       : add<dart::dynamics::RevoluteJoint>(*d, body, l);
  }
  d->skeleton->setGravity(Eigen::Vector3d(arm->gravity[0], arm->gravity[1], arm->gravity[2]));
  return d;
}

void destroy(void *peer) { delete static_cast<Dart *>(peer); }

Eigen::VectorXd vector_of(Eigen::Index n, const double from[])
{
  Eigen::VectorXd to(n);
  for (Eigen::Index i = 0; i < n; i++) to[i] = from[i];
  return to;
}

void take(void *peer, int count, const double q[], const double qd[], const double qdd[], const double tau[])
{
  Dart &d = *static_cast<Dart *>(peer);
  const Eigen::Index n = Eigen::Index(d.skeleton->getNumDofs());
  d.states.clear();
  for (Eigen::Index s = 0; s < count; s++)
    d.states.push_back({vector_of(n, q + s * n), vector_of(n, qd + s * n), vector_of(n, qdd + s * n),
                        vector_of(n, tau + s * n)});
  d.moved.resize(n);
}

double ask(void *peer, peer_question question, int state, const double *carried)
{
  Dart &d = *static_cast<Dart *>(peer);
  const State &x = d.states[std::size_t(state)];
  if (carried) d.moved = x.q.array() + *carried;
  d.skeleton->setPositions(carried ? d.moved : x.q);
  if (question == PEER_MASS_MATRIX) return d.skeleton->getMassMatrix()(0, 0);
  d.skeleton->setVelocities(x.qd);
  if (question == PEER_INVERSE_DYNAMICS) {
    d.skeleton->setAccelerations(x.qdd);
    d.skeleton->computeInverseDynamics();
    return d.skeleton->getForce(0);
  }
  d.skeleton->setForces(x.tau);
  d.skeleton->computeForwardDynamics();
  return d.skeleton->getAcceleration(0);
}

void answer(void *peer, peer_question question, double out[])
{
  Dart &d = *static_cast<Dart *>(peer);
  const std::size_t n = d.skeleton->getNumDofs();
  for (std::size_t i = 0; i < n; i++) {
    if (question == PEER_INVERSE_DYNAMICS) out[i] = d.skeleton->getForce(i);
    if (question == PEER_FORWARD_DYNAMICS) out[i] = d.skeleton->getAcceleration(i);
    for (std::size_t j = 0; j < n && question == PEER_MASS_MATRIX; j++)
      out[i * n + j] = d.skeleton->getMassMatrix()(Eigen::Index(i), Eigen::Index(j));
  }
}

}  // namespace

extern "C" const peer_library peer_dart = {
    "DART " DART_VERSION,
    PEER_GENERIC,
    {"computeInverseDynamics", "computeForwardDynamics", "getMassMatrix"},
    create,
    destroy,
    take,
    ask,
    answer};
