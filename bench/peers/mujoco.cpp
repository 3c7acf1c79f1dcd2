// MuJoCo: the stages of its pipeline that the job needs, and no others, contacts, limits and damping absent; and the
// whole of it in a simulation.
#include "peers.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <Eigen/Dense>
#include <mujoco/mujoco.h>

namespace
{

struct Mujoco {
  mjModel *model;
  mjData *data;
  std::vector<double> q, qd, qdd, tau;
  double answer[PEER_MOST_JOINTS];
};

std::string numbers(const double x[], int count)
{
  std::string text;
  char one[40];
  for (int i = 0; i < count; i++) {
    std::snprintf(one, sizeof one, "%s%.17g", i ? " " : "", x[i]);
    text += one;
  }
  return text;
}

// Two columns of the rotation: MuJoCo makes the third.
std::string axes(const double R[3][3])
{
  const double xy[6] = {R[0][0], R[1][0], R[2][0], R[0][1], R[1][1], R[2][1]};
  return numbers(xy, 6);
}

// MuJoCo's own reduction to principal axes stops at 1e-8; it is given them instead.
std::string principal_inertia(const double I[6])
{
  Eigen::Matrix3d tensor;
  tensor << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(tensor);
  Eigen::Matrix3d R = solver.eigenvectors();
  if (R.determinant() < 0) R.col(2) = -R.col(2);
  const Eigen::Quaterniond turn(R);
  const double quaternion[4] = {turn.w(), turn.x(), turn.y(), turn.z()};
  return "' quat='" + numbers(quaternion, 4) + "' diaginertia='" + numbers(solver.eigenvalues().data(), 3);
}

// joints: NULL for the links alone.
std::string xml_of(const peer_arm &arm, const peer_joints *joints, double h)
{
  bool solver = false;
  for (int i = 0; joints && i < arm.n; i++) solver = solver || joints->frictionloss[i] != 0;
  std::string text = "<mujoco><compiler angle='radian' inertiafromgeom='false' autolimits='false'/>"
                     "<option integrator='RK4' timestep='" +
                     numbers(&h, 1) + "' gravity='" + numbers(arm.gravity, 3) +
                     "'><flag contact='disable' constraint='" + (solver ? "enable" : "disable") +
                     "'/></option><worldbody>";
  for (int i = 0; i < arm.n; i++) {
    const peer_link &l = arm.link[i];
    text += "<body pos='" + numbers(l.p, 3) + "' xyaxes='" + axes(l.R) + "'><joint type='";
    text += l.prismatic ? "slide" : "hinge";
    if (joints)
      text += "' armature='" + numbers(&joints->armature[i], 1) + "' damping='" +
              numbers(&joints->damping[i], 1) + "' frictionloss='" + numbers(&joints->frictionloss[i], 1);
    text += "' axis='0 0 1'/><inertial pos='" + numbers(l.com, 3) + "' mass='" + numbers(&l.mass, 1) +
            principal_inertia(l.inertia) + "'/>";
  }
  for (int i = 0; i < arm.n; i++) text += "</body>";
  return text + "</worldbody></mujoco>";
}

void *create_from(const std::string &text)
{
  static mjVFS files;  // large
  mj_defaultVFS(&files);
  mj_makeEmptyFileVFS(&files, "arm.xml", int(text.size()));
  std::memcpy(files.filedata[mj_findFileVFS(&files, "arm.xml")], text.data(), text.size());
  char error[500] = "";
  mjModel *model = mj_loadXML("arm.xml", &files, error, int(sizeof error));
  mj_deleteVFS(&files);
  if (!model) {
    std::fprintf(stderr, "MuJoCo refuses the arm: %s\n", error);
    return nullptr;
  }
  return new Mujoco{model, mj_makeData(model), {}, {}, {}, {}, {}};
}

void *create(const peer_arm *arm) { return create_from(xml_of(*arm, nullptr, 0.001)); }

void destroy(void *peer)
{
  Mujoco *m = static_cast<Mujoco *>(peer);
  mj_deleteData(m->data);
  mj_deleteModel(m->model);
  delete m;
}

// Its own form is rows of doubles in mjData, as ours is: they go there when asked for, which is how it is used.
void take(void *peer, int count, const double q[], const double qd[], const double qdd[], const double tau[])
{
  Mujoco *m = static_cast<Mujoco *>(peer);
  const size_t all = size_t(count) * size_t(m->model->nv);
  m->q.assign(q, q + all), m->qd.assign(qd, qd + all), m->qdd.assign(qdd, qdd + all),
      m->tau.assign(tau, tau + all);
}

double ask(void *peer, peer_question question, int state, const double *carried)
{
  Mujoco *p = static_cast<Mujoco *>(peer);
  const mjModel *m = p->model;
  mjData *d = p->data;
  const int n = m->nv, at = state * n;
  for (int i = 0; i < n; i++) d->qpos[i] = p->q[size_t(at + i)] + (carried ? *carried : 0);
  std::memcpy(d->qvel, &p->qd[size_t(at)], size_t(n) * sizeof(double));
  mj_kinematics(m, d);
  mj_comPos(m, d);
  if (question == PEER_MASS_MATRIX) {
    mj_crb(m, d);
    return d->qM[0];
  }
  if (question == PEER_INVERSE_DYNAMICS) {
    std::memcpy(d->qacc, &p->qdd[size_t(at)], size_t(n) * sizeof(double));
    mj_comVel(m, d);
    mj_rne(m, d, 1, p->answer);
    return p->answer[0];
  }
  mj_crb(m, d);
  mj_factorM(m, d);
  mj_comVel(m, d);
  mj_rne(m, d, 0, d->qfrc_bias);
  double force[PEER_MOST_JOINTS];
  for (int i = 0; i < n; i++) force[i] = p->tau[size_t(at + i)] - d->qfrc_bias[i];
  mj_solveM(m, d, p->answer, force, 1);
  return p->answer[0];
}

void answer(void *peer, peer_question question, double out[])
{
  Mujoco *m = static_cast<Mujoco *>(peer);
  if (question == PEER_MASS_MATRIX) mj_fullM(m->model, out, m->data->qM);
  else std::memcpy(out, m->answer, size_t(m->model->nv) * sizeof(double));
}

const std::string name = std::string("MuJoCo ") + mj_versionString();

}  // namespace

extern "C" const peer_library peer_mujoco = {name.c_str(),
                                             PEER_GENERIC,
                                             {"mj_kinematics, mj_comPos, mj_comVel, mj_rne",
                                              "mj_kinematics … mj_factorM, mj_rne, mj_solveM",
                                              "mj_kinematics, mj_comPos, mj_crb"},
                                             create,
                                             destroy,
                                             take,
                                             ask,
                                             answer};

extern "C" void *peer_mujoco_simulation(const peer_arm *arm, const peer_joints *joints, double h)
{
  return create_from(xml_of(*arm, joints, h));
}

extern "C" void peer_mujoco_set(void *simulation, const double q[], const double qd[])
{
  const Mujoco *m = static_cast<Mujoco *>(simulation);
  const size_t size = size_t(m->model->nv) * sizeof(double);
  mj_resetData(m->model, m->data);
  std::memcpy(m->data->qpos, q, size), std::memcpy(m->data->qvel, qd, size);
}

extern "C" void peer_mujoco_step(void *simulation, const double tau[])
{
  const Mujoco *m = static_cast<Mujoco *>(simulation);
  std::memcpy(m->data->qfrc_applied, tau, size_t(m->model->nv) * sizeof(double));
  mj_step(m->model, m->data);
}

extern "C" void peer_mujoco_get(const void *simulation, double q[], double qd[])
{
  const Mujoco *m = static_cast<const Mujoco *>(simulation);
  const size_t size = size_t(m->model->nv) * sizeof(double);
  std::memcpy(q, m->data->qpos, size), std::memcpy(qd, m->data->qvel, size);
}

extern "C" void peer_mujoco_end(void *simulation) { destroy(simulation); }
